/**
 * What claude-agent-acp and codex-acp are told of this client, in the names of the client they were made for. With
 * these they leave out of a permission what its call said before, and a command's output comes as text of its own.
 */
export const declaresAir = {
  _meta: {
    jetbrains: { air: { version: 1, capabilities: ['asyncTasks', 'sessionFailure'] } },
    terminal_output_delta: true,
  },
} as const

import type { Scenario } from './scenario.ts'
import { adopted } from './scenarios/adopted.ts'
import { agentKilled } from './scenarios/agent-killed.ts'
import { cancelHanging, cancelInTool, cancelStreaming } from './scenarios/cancels.ts'
import { cleared } from './scenarios/cleared.ts'
import { commandsListed } from './scenarios/commands-listed.ts'
import { controlsKept } from './scenarios/controls-kept.ts'
import { daemonKilledMidPermission, daemonKilledMidTurn } from './scenarios/daemon-killed.ts'
import { fileWritten } from './scenarios/file-written.ts'
import { fiveThousand } from './scenarios/five-thousand.ts'
import { keyPasted } from './scenarios/key-pasted.ts'
import { mcpServer } from './scenarios/mcp-server.ts'
import { midTurn } from './scenarios/mid-turn.ts'
import { modelErrors } from './scenarios/model-errors.ts'
import { parked } from './scenarios/parked.ts'
import { permissionAllowed } from './scenarios/permission-allowed.ts'
import { permissionRefused } from './scenarios/permission-refused.ts'
import { questionAnswered, questionSkipped } from './scenarios/questions.ts'
import { streamed } from './scenarios/streamed.ts'
import { twoPermissions } from './scenarios/two-permissions.ts'

/** In the order in which they are run and shown. */
export const scenarios: readonly Scenario[] = [
  streamed,
  fiveThousand,
  permissionAllowed,
  permissionRefused,
  twoPermissions,
  questionAnswered,
  questionSkipped,
  cancelStreaming,
  cancelHanging,
  cancelInTool,
  midTurn,
  daemonKilledMidTurn,
  daemonKilledMidPermission,
  agentKilled,
  controlsKept,
  parked,
  adopted,
  cleared,
  keyPasted,
  commandsListed,
  ...modelErrors,
  mcpServer,
  fileWritten,
]

/**
 * Every bound of the daemon, with what happens past it. `createDaemon` takes them as an argument so that a test
 * can shrink one; two tests (cancel, stop) run at these numbers.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../shared/time.ts'

const KIB = 1024
const MIB = 1024 * KIB

export const daemonLimits = {
  /** One JSON-RPC line from an agent. Past it the run ends `agent_broken`. */
  agentLineBytes: 8 * MIB,
  /** Malformed lines in a row. At it the run ends `agent_broken`. */
  malformedLines: 10,
  /** Brackets inside brackets of an agent's line. Past it the line is malformed. */
  jsonDepth: 512,
  /** Text searched for what a tool's raw output repeats of its content. Past it the rest is stored twice. */
  saidSearchChars: 64 * MIB,
  /** From spawn until the conversation is open. Past it `start_timeout`. */
  startMs: 45 * SECOND_MS,
  /** How long `POST …/cancel` watches the turn before it answers `settled: false`. */
  cancelSettleMs: 1_500,
  /** A turn still open this long after its cancel is ended as `cancelled` and its run replaced. */
  cancelWedgeMs: 15 * SECOND_MS,
  /** An agent silent this long in a turn, nothing pending: the turn is `abandoned`. */
  silenceMs: 3 * HOUR_MS,
  /** A turn an agent began by itself (steered while idle) ends after this much quiet. */
  unpromptedQuietMs: 5 * SECOND_MS,
  /** Text after the first delta of a run waits at most this long, or until this many bytes. */
  coalesceMs: 40,
  coalesceBytes: 4 * KIB,
  /** Boot resume when the keeper is gone: sessions at a time, tries each. */
  bootResumeAtOnce: 2,
  bootResumeTries: 3,
  /** Before the second try at random up to twice this, before the third up to four times. */
  bootResumePauseMs: 2 * SECOND_MS,
  /** A failed start is over this long after its time, its ladder included. Past it the next session is brought back. */
  bootResumeSettleMs: 15 * SECOND_MS,
  /** Ends in this time that nobody asked for. At it the session rests for so long before it is started again. */
  crashSpawns: 5,
  crashWindowMs: 1 * MINUTE_MS,
  restMs: 5 * MINUTE_MS,
  /** A provider's limit, however far off the time is that the agent names. */
  limitRestMs: 8 * 24 * HOUR_MS,
  /** Background tasks of a session that are kept. Past it the ones that ended longest ago go. */
  tasks: 32,
  /** How long a request to stop one is watched before the session is answered as it is. */
  taskStopMs: 3 * SECOND_MS,
  /** An agent's own id of a task. Past it the report is kept as it came, and is no task. */
  taskIdChars: 200,
  /** Events searched, back from the newest, for what an agent said of a call before it asked about it. */
  callLookBack: 10_000,
  /** Cold starts under way at once. Past it a start waits its turn. */
  coldStarts: 3,
  /** Agents alive at once, where no setting says otherwise. Past it the longest idle is parked, else 429. */
  liveSessions: 12,
  /** Sessions in a turn at once, where no setting says otherwise. Past it 409 machine_busy; what is queued waits. */
  activeTurns: 5,
  /** An agent that nobody used for so long is parked, where no setting says otherwise. */
  parkAfterMs: 30 * MINUTE_MS,
  /** One that was used more lately than this is not parked to make room. */
  parkFloorMs: 2 * MINUTE_MS,
  /** Sessions that can be made in a burst, and how long until one more. Past it 429. */
  createBurst: 16,
  createEveryMs: 2 * MINUTE_MS,
  /** A control's answer from the agent; a prompt of the client's has the same budget. */
  controlMs: 60 * SECOND_MS,
  /** One filesystem call on a path somebody else named. Past it: `unresponsive`. */
  fileCallMs: 5 * SECOND_MS,
  /** A file an agent reads or writes through the client. */
  agentFileBytes: 8 * MIB,
  /** Snapshots on the machine stream: at most one a row in this time. */
  machineStreamMs: 100,
  /** The keeper must answer a hello in this time, or it is not ours. */
  keeperHelloMs: 10 * SECOND_MS,
  /** How long a stopping daemon waits for the runs that it ends, beyond the kill ladder. */
  shutdownMs: 10 * SECOND_MS,
  /** How old the answer to "which agents are installed" may be. A launch always looks again. */
  agentsCacheMs: 10 * SECOND_MS,
  /** The enrollment request, its body included. Past it `authority_unreachable`. */
  enrollMs: 30 * SECOND_MS,
  /** The authority's answer to it. */
  enrollAnswerBytes: 512 * KIB,
  /** Between two questions whether the authority took this machine's next keys, while its answer is not here. */
  machineKeyAgainMs: 30 * SECOND_MS,
  /** From dialling the relay to its welcome. Past it the tunnel is dialled again. */
  tunnelOpenMs: 10 * SECOND_MS,
  /** The daemon pings; a tunnel that says nothing for so long is dead. */
  tunnelPingMs: 15 * SECOND_MS,
  tunnelDeadMs: 40 * SECOND_MS,
  /** Waits between two tries: full jitter, from the first to the second as tries fail. */
  tunnelWaitMs: 1 * SECOND_MS,
  tunnelWaitMostMs: 30 * SECOND_MS,
  /** What time alone does not cure waits up to so long. */
  tunnelRefusedMostMs: 5 * MINUTE_MS,
  /** A tunnel whose place another daemon with this key took. */
  tunnelDisplacedMs: 5 * MINUTE_MS,
  /** While it waits: how often the host's addresses are looked at, because a network that came up ends the wait. */
  tunnelNetworkMs: 2 * SECOND_MS,
  /** Circuits being opened: from the relay's order until the capability was judged. Past it `circuit_limit`. */
  circuitOpenings: 32,
  /** How long that may take. Past it the circuit closes. */
  circuitOpenMs: 5 * SECOND_MS,
  /** Open circuits, and of one subject; the relay counts as well. Past it `circuit_limit`. */
  circuits: 256,
  circuitsASubject: 64,
  /** However often it is renewed. Past it `expired`. */
  circuitLifeMs: 24 * HOUR_MS,
  /** Device keys that the machine lock holds. Past it none is approved. */
  lockDevices: 64,
  /** Devices that wait for approval, how long, and wrong codes for one. Past any: `device_not_approved`. */
  lockPending: 4,
  lockPendingMs: 10 * MINUTE_MS,
  lockTries: 3,
  /** A pairing secret that nobody proved. */
  pairingMs: 24 * HOUR_MS,
  /** A program's own answer to whether it is signed in. Past it nobody can tell. */
  signInStatusMs: 10 * SECOND_MS,
  /** How long a list of agents waits for such answers. Past it `signedIn` is null, and the next list has it. */
  signInWaitMs: 2 * SECOND_MS,
  /** How old such an answer may be. */
  signInCacheMs: 1 * MINUTE_MS,
  /** What is read of it, each stream. Past it the rest is dropped. */
  signInAnswerBytes: 64 * KIB,
  /** How long a start that the agent refused for want of a sign-in is told of. */
  startRefusalMs: 10 * MINUTE_MS,
  /** How old the answer to what an agent offers may be, how many are kept, and starts for it at once; more wait. */
  offerCacheMs: 10 * MINUTE_MS,
  offersKept: 64,
  offerStarts: 2,
  /** Conversations in one answer. Past it the next page has them. */
  conversationPage: 100,
  /** An agent's id of a conversation. Past it the conversation is not listed. */
  conversationIdChars: 512,
  /** An agent's own word for its next page. Past it there is none. */
  conversationCursorChars: 1 * KIB,
  /** A replay that goes on after its answer is over after so much quiet; what waits is delivered then. */
  replayQuietMs: 1 * SECOND_MS,
  /** Installing an agent. Past it the installation is ended and has failed. */
  installMs: 15 * MINUTE_MS,
  /** What it wrote. Past it the beginning is dropped. */
  installOutputBytes: 64 * KIB,
  /** A sign-in that a person does in an agent's own program. Past it the program is ended. */
  loginMs: 10 * MINUTE_MS,
  /** What that program wrote. Past it the beginning is dropped. */
  loginOutputBytes: 64 * KIB,
  /** A line typed into it. Past it: 422 invalid_request. */
  loginInputBytes: 4 * KIB,
  /** An escape sequence that has not ended. Past it what there is of it is taken out. */
  loginSequenceChars: 4 * KIB,
  /** Outcomes of commands that act on programs, by their key. Past it the oldest is forgotten. */
  onceRemembered: 256,
  /** An address that it shows. Past it it is no link. */
  loginLinkChars: 2 * KIB,
  /** A key of an agent. Past it: 422 invalid_request. */
  credentialBytes: 16 * KIB,
  /** `agents.toml`, and the agents in it. Past any the file is not used. */
  agentsFileBytes: 256 * KIB,
  agentsFileEntries: 64,
  /** A settings file of an agent, read for what it runs without asking. Past it nothing is said of it. */
  agentSettingsBytes: 1 * MIB,
  /** Ending a process group: after SIGTERM, after SIGKILL, and between two looks. */
  groupTermMs: 3 * SECOND_MS,
  groupKillMs: 2 * SECOND_MS,
  groupPollMs: 20,
  /** Sessions that are over and were not used for so long are removed, pinned ones not. */
  retentionMs: 30 * DAY_MS,
  /** Sessions that are over. Past it the least recently used are removed, pinned ones last. */
  retentionMost: 500,
  /** So many of them stay, whatever their age. */
  retentionLeast: 50,
  /** Between two looks at what may be removed. */
  retentionEveryMs: 1 * DAY_MS,
  /** Removing rows and reading old logs into the index: how long a step takes, and the pause after it. */
  housekeepingStepMs: 15,
  housekeepingPauseMs: 25,
  /** Events and bytes of an old log that one step reads into the index. */
  backfillEvents: 100,
  backfillBytes: 128 * KIB,
} as const

/** Bounds that the keeper enforces; see `docs/PROTOCOL.md`. */
export const keeperLimits = {
  /** Unacknowledged output of one run, in two segments. At it the keeper stops reading the pipe. */
  spoolBytes: 64 * MIB,
  /** Read from the pipe at a time. */
  chunkBytes: 64 * KIB,
  /** The end of stderr that is kept for a person to read. */
  stderrTailBytes: 64 * KIB,
  /** Frame between daemon and keeper: one input line and its header fit. */
  frameBytes: 9 * MIB,
  /** Kill ladder: after closing stdin, after SIGTERM, after SIGKILL. */
  stdinMs: 2 * SECOND_MS,
  termMs: 3 * SECOND_MS,
  killMs: 2 * SECOND_MS,
  /** Looks whether its home and socket are still there. */
  homeCheckMs: 2 * SECOND_MS,
  /** Without a run: ends itself. Without a daemon: ends its runs and itself. */
  idleMs: 10 * MINUTE_MS,
  orphanedMs: 48 * HOUR_MS,
  /** Runs held at once, ended ones that wait for FORGET included. Past it SPAWN is refused. */
  runs: 256,
  /** Input that waits for a slow stdin, a run. Past it a line is not taken. */
  stdinQueueBytes: 16 * MIB,
  /** What waits for the daemon's socket besides the spool. Past it the connection is closed. */
  sendQueueBytes: 1 * MIB,
  /** A segment with nothing unacknowledged is emptied past this size. */
  spoolRewindBytes: 1 * MIB,
  /** Relayed bytes between two collections of garbage: what keeps memory flat. */
  collectBytes: 16 * MIB,
  /** A connection says hello in this time, or it is closed. */
  helloMs: 10 * SECOND_MS,
  /** Between two looks whether what was signalled is gone. */
  pollMs: 50,
  /** Output may stay open this long after the last process of a run, without a byte. */
  drainMs: 1 * SECOND_MS,
  /** Process sessions remembered a run, the newest. */
  seenSessions: 4_096,
  /** Processes that ENDED and SWEPT name. */
  leftNamed: 20,
} as const

type Numbers<T> = { readonly [K in keyof T]: number }
export type DaemonLimits = Numbers<typeof daemonLimits>
export type KeeperLimits = Numbers<typeof keeperLimits>

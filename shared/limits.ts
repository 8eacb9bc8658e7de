/** Bounds that more than one part must agree on. Each part has its own module for the rest. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** A display label: title, file name, option name. */
export const LABEL_BYTES = 200

/** A prompt's text. Past it: 413 body_too_large. */
export const PROMPT_BYTES = 1 * MIB
/** The daemon's JSON bodies. Past it: 413 body_too_large. */
export const DAEMON_BODY_BYTES = 4 * MIB
/** Brackets inside brackets of a JSON body. Past it: 422 invalid_request. */
export const JSON_BODY_DEPTH = 64

/** One event as stored; a larger output goes to a blob file. */
export const EVENT_BYTES = 128 * KIB
/** One `page` of history in a stream. */
export const PAGE_BYTES = 768 * KIB
/** `ping` on every stream; half a stream is dead after two and a half. */
export const STREAM_PING_MS = 15 * SECOND_MS

/** How long an accepted command's outcome is remembered. */
export const COMMAND_MEMORY_MS = 24 * HOUR_MS
/** Past this age a client does not send a command again: its outcome reads "not known". */
export const COMMAND_RESEND_MS = 23 * HOUR_MS
/** An `Idempotency-Key`: 1 to 128 visible ASCII characters. */
export const COMMAND_KEY_CHARS = 128

/** What a permission's title and options may weigh together; past it the ask is refused. */
export const PERMISSION_HEAD_BYTES = 8 * KIB
/** A question form: whole size, fields, options a field, one value. Past any: refused, the bound named. */
export const FORM_BYTES = 32 * KIB
export const FORM_FIELDS = 24
export const FORM_OPTIONS = 24
export const FORM_VALUE_CHARS = 512

/** MCP servers of a session; the name, address and headers of one. Past any: 422 invalid_request. */
export const MCP_SERVERS = 8
export const MCP_NAME_CHARS = 64
export const MCP_URL_CHARS = 2_048
export const MCP_HEADERS = 16
export const MCP_HEADER_NAME_CHARS = 128
export const MCP_HEADER_VALUE_CHARS = 4_096

/** Controls that are set for a session from the start; the id and the value of one. Past any: 422 invalid_request. */
export const START_CONTROLS = 32
export const CONTROL_CHARS = 512

/** Systems and presets of a machine. Past it: 409 system_limit, preset_limit. */
export const SYSTEMS = 64
export const PRESETS = 128
/** The name and icon of one; a system's address, its models, and the id of one. Past any: 422 invalid_request. */
export const PRESET_NAME_CHARS = 80
export const PRESET_ICON_CHARS = 32
export const SYSTEM_URL_CHARS = 2_048
export const SYSTEM_MODELS = 200
export const SYSTEM_MODEL_CHARS = 200
/** What a person keeps at hand. Past it: 422 invalid_request. */
export const STRIP_IDS = 256

/** Messages waiting for a turn to end. Past it: 429 queue_full. */
export const QUEUE_LENGTH = 8

/** What is searched for: its size, and its words and phrases. Past either: 422 invalid_request. */
export const SEARCH_QUERY_BYTES = 1 * KIB
export const SEARCH_WORDS = 32
/** Hits on a page of search results; the rest is on the next ones. */
export const SEARCH_PAGE = 20

/** What an agent said of its own error; past it cut, with a mark. */
export const ERROR_TEXT_BYTES = 4 * KIB

/** A plaintext of a circuit: a Noise message of 65 535 bytes less its tag. */
export const CIRCUIT_PLAINTEXT_BYTES = 65_519
/** A bulk frame's payload: two frames fill a plaintext. */
export const CIRCUIT_DATA_BYTES = 32_751
/** Unread bytes of one stream; doubles towards its most while half of it is read within two round trips. */
export const CIRCUIT_STREAM_WINDOW_BYTES = 1 * MIB
export const CIRCUIT_STREAM_WINDOW_MOST_BYTES = 4 * MIB
/** Unread bytes of all streams of a circuit, each way; grows in the same manner. */
export const CIRCUIT_WINDOW_BYTES = 4 * MIB
export const CIRCUIT_WINDOW_MOST_BYTES = 16 * MIB
/** What either side may send before the other's SETTINGS came, on a stream and in all. */
export const CIRCUIT_FIRST_WINDOW_BYTES = 16 * KIB
/** What a stream holds that its credit does not let out yet; past it the writer waits. */
export const CIRCUIT_SEND_QUEUE_BYTES = 256 * KIB
/** What one tick seals; past it other work of the process goes first. */
export const CIRCUIT_FLUSH_BYTES = 1 * MIB
/** Sealed messages that wait to be opened: the largest window and its frames. Past it the circuit ends. */
export const CIRCUIT_INBOX_BYTES = 18 * MIB
/** The head of a request or an answer. Past it: 431 head_too_large. */
export const CIRCUIT_HEAD_BYTES = 16 * KIB
/** The reason in a RESET or a GOAWAY. */
export const CIRCUIT_REASON_BYTES = 1 * KIB
/** A capability in a RENEW. */
export const CIRCUIT_CAPABILITY_BYTES = 8 * KIB
/** Streams of a circuit whose handlers have not settled. Past it: 429 too_many_streams. */
export const CIRCUIT_STREAMS = 128
/** Streams that a peer resets, or that are refused to it, in this time. Past it the circuit ends. */
export const CIRCUIT_RESETS = 100
export const CIRCUIT_RESETS_MS = 10 * SECOND_MS
/** Messages under one key; the sender changes it with the last of them. */
export const CIRCUIT_REKEY_MESSAGES = 2 ** 20
/** PING on a circuit; it is lost when nothing came for so long; it ends after so long without a stream. */
export const CIRCUIT_PING_MS = 15 * SECOND_MS
export const CIRCUIT_DEAD_MS = 40 * SECOND_MS
export const CIRCUIT_IDLE_MS = 10 * MINUTE_MS
/** How often a GET whose head has not come is asked again on another circuit. */
export const CIRCUIT_REPLAYS = 2

/** One Noise message, tag included (Noise rev 34, section 3). Past it: a failure, never a second message. */
export const NOISE_MESSAGE_BYTES = 65_535

/** A compact token: capability or key statement. Past it: 401 token_malformed. */
export const TOKEN_BYTES = 4 * KIB
/** From a capability's iat to its exp, at most. Past it: 401 token_lifetime. */
export const CAPABILITY_LIFE_MS = 300 * SECOND_MS
/** How far two clocks may differ. Past it: token_expired or token_not_yet. */
export const TOKEN_LEEWAY_MS = 60 * SECOND_MS
/** A token refused for its time by no more than this is a clock's fault: the refusal names the skew. */
export const TOKEN_SKEW_MS = 5 * TOKEN_LEEWAY_MS
/** Signing keys in one key statement. */
export const STATEMENT_KEYS = 8
/** Statements of a machine's next keys that the authority keeps. Past it the oldest goes: a pin as old is compared anew. */
export const SUCCESSORS_KEPT = 16

/** One message of an admission. Past it the circuit closes. */
export const ADMISSION_BYTES = 16 * KIB
/** Unsent bytes of a client's relay socket. Past it the sender waits. */
export const RELAY_SEND_BUFFER_BYTES = 1 * MIB
/** How often a full socket is looked at: it does not tell when it has room. */
export const RELAY_DRAIN_MS = 5
/** One control message of the relay. Past it the socket closes. */
export const RELAY_CONTROL_BYTES = 8 * KIB

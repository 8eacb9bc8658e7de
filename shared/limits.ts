/** Bounds that more than one part must agree on. Each part has its own module for the rest. */
import { HOUR_MS, SECOND_MS } from './time.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** A display label: title, file name, option name. */
export const LABEL_BYTES = 200

/** A prompt's text. Past it: 413 body_too_large. */
export const PROMPT_BYTES = 1 * MIB
/** The daemon's JSON bodies. Past it: 413 body_too_large. */
export const DAEMON_BODY_BYTES = 4 * MIB

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

/** Messages waiting for a turn to end. Past it: 429 queue_full. */
export const QUEUE_LENGTH = 8

/** What an agent said of its own error; past it cut, with a mark. */
export const ERROR_TEXT_BYTES = 4 * KIB

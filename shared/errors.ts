/**
 * The closed list of error codes. A code says what happened and never changes its meaning; the status is only
 * transport. Text is for logs and terminals; screens choose their words by code.
 */
export const errorCodes = {
  invalid_request: 422,
  invalid_host: 400,
  unauthenticated: 401,
  origin_refused: 403,
  forbidden: 403,
  not_found: 404,
  route_not_found: 404,
  session_not_found: 404,
  agent_not_found: 404,
  ask_not_found: 404,
  command_not_found: 404,
  blob_not_found: 404,
  control_not_found: 404,
  agent_missing: 409,
  already_settled: 409,
  ask_changed: 409,
  busy: 409,
  nickname_taken: 409,
  not_queued: 409,
  not_resumable: 409,
  start_failed: 409,
  option_unknown: 409,
  control_refused: 409,
  workspace_missing: 409,
  workspace_unresponsive: 409,
  body_too_large: 413,
  idempotency_mismatch: 422,
  queue_full: 429,
  machine_busy: 409,
  too_many_sessions: 429,
  shutting_down: 503,
  version_unsupported: 400,
  machine_offline: 503,
  machine_revoked: 403,
  stale_capability: 401,
  token_invalid: 401,
  token_expired: 401,
  user_disabled: 403,
  session_revoked: 401,
  session_expired: 401,
  device_revoked: 401,
  over_limit: 403,
  circuit_limit: 429,
  too_many_sockets: 429,
  over_budget: 429,
  revoked: 401,
  displaced: 409,
  idle: 408,
  expired: 401,
  connection_lost: 503,
  server_shutdown: 503,
  accept_timeout: 504,
  owner_disabled: 403,
  grant_missing: 403,
  remote_chat_off: 403,
  scope_missing: 403,
  device_not_approved: 403,
  machine_key_changed: 409,
  invalid_login: 401,
  fresh_sign_in_required: 403,
  throttled: 429,
  overloaded: 503,
  user_exists: 409,
  code_unusable: 409,
  device_limit: 409,
  machine_limit: 409,
  label_taken: 409,
  machine_not_found: 404,
  device_not_found: 404,
  set_up_done: 409,
  plain_http_refused: 403,
  unknown_host: 421,
  protocol_error: 400,
  circuit_lost: 503,
  outcome_unknown: 504,
  scope_lost: 403,
  too_many_streams: 429,
  head_too_large: 431,
  wrong_device: 401,
  capability_swapped: 401,
  authority_unreachable: 503,
  not_enrolled: 409,
  pending_not_found: 404,
  code_wrong: 403,
  lock_full: 409,
  last_approver: 409,
  internal: 500,
  timeout: 504,
  token_malformed: 401,
  token_unsigned: 401,
  wrong_alg: 401,
  wrong_typ: 401,
  wrong_kid: 401,
  bad_signature: 401,
  wrong_issuer: 401,
  wrong_audience: 403,
  token_not_yet: 401,
  token_lifetime: 401,
  unbound_capability: 403,
  cnf_malformed: 401,
  statement_stale: 409,
  agent_signed_out: 409,
  credential_unknown: 404,
  login_not_interactive: 400,
  login_unsupported: 409,
  login_not_running: 409,
  install_unsupported: 409,
  system_not_found: 404,
  preset_not_found: 404,
  system_not_routable: 409,
  system_in_use: 409,
  system_limit: 409,
  preset_limit: 409,
  user_deleted: 401,
  api_key_revoked: 401,
  key_limit: 409,
  key_not_found: 404,
  key_scope_missing: 403,
  sign_in_not_found: 404,
  user_not_found: 404,
  own_account: 409,
  last_admin: 409,
  grantee_disabled: 409,
  grant_is_owner: 409,
  machine_enrolled: 409,
  machine_owned: 403,
  machine_granted: 403,
  owner_ambiguous: 409,
  provisioning_key_invalid: 401,
  registration_closed: 403,
  domain_refused: 403,
  email_taken: 409,
  mail_off: 409,
  mail_failed: 503,
  setting_unknown: 404,
  setting_fixed: 409,
  password_set: 409,
  successor_refused: 409,
} as const

export type ErrorCode = keyof typeof errorCodes
export type ErrorStatus = (typeof errorCodes)[ErrorCode]

export interface ErrorBody {
  error: { code: ErrorCode; message: string; detail?: unknown }
}

/** An expected refusal on its way to the edge. `message` is safe to show; the cause is not and stays in the log. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detail: unknown

  constructor(code: ErrorCode, message: string, detail?: unknown, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.detail = detail
  }

  get status(): ErrorStatus {
    return errorCodes[this.code]
  }

  body(): ErrorBody {
    const error = { code: this.code, message: this.message }
    return { error: this.detail === undefined ? error : { ...error, detail: this.detail } }
  }
}

/** An outcome that a caller is expected to look at. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: AppError }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })
export const refuse = (
  code: ErrorCode,
  message: string,
  detail?: unknown,
): { ok: false; error: AppError } => ({
  ok: false,
  error: new AppError(code, message, detail),
})

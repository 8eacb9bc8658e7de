/**
 * The way into the authority: every request passes here before the app sees it, and what it is worth is decided by what
 * it carries, not by the route it asks for. The app's default denial then refuses whoever was not admitted.
 */
import { addressGroup } from '../../shared/address-group.ts'
import { type AppError, type Result, refuse } from '../../shared/errors.ts'
import type { SignIns } from '../accounts/sign-ins.ts'
import type { ApiKeys } from '../keys/keys.ts'
import type { AuthorityLimits } from '../limits.ts'
import { isForMachines, isPublic } from '../public-routes.ts'
import { clientAddress } from './address.ts'
import type { CookieRules } from './cookie.ts'
import { type Credentials, credentialsOf } from './credentials.ts'
import { admit } from './principal.ts'
import type { Site } from './site.ts'

export interface EdgeDeps {
  site: Site
  cookies: CookieRules
  signIns: Pick<SignIns, 'resolve' | 'renewCookie'>
  apiKeys: Pick<ApiKeys, 'resolve'>
  trustedProxyHops: number
  limits: Pick<AuthorityLimits, 'publicBodyBytes' | 'signedInBodyBytes'>
  app(request: Request): Response | Promise<Response>
}

/** `socket`: the address at the other end of the connection. */
export type Edge = (request: Request, socket: string) => Promise<Response>

export function createEdge(deps: EdgeDeps): Edge {
  return async (request, socket) => {
    const place = addressGroup(
      clientAddress(socket, request.headers.get('x-forwarded-for'), deps.trustedProxyHops),
    )
    const host = deps.site.checkHost(request)
    if (!host.ok) return answerOf(host.error)
    const admitted = isPublic(request)
      ? admitVisitor(deps, request, place)
      : admitCaller(deps, request, place)
    if (!admitted.ok) return answerOf(admitted.error)
    const response = await deps.app(request)
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
    const { cookie } = admitted.value
    if (cookie !== null && !response.headers.has('set-cookie')) response.headers.set('set-cookie', cookie)
    return response
  }
}

/** A cookie to hand out again, so that it lives as long as its sign-in. */
type Admitted = Result<{ cookie: string | null }>

function admitVisitor(deps: EdgeDeps, request: Request, address: string): Admitted {
  const cli = request.headers.get('x-fairlead-client') === 'cli'
  const checked = cli || isForMachines(request) || isReading(request)
  const site = checkedSite(deps.site, request, checked ? 'checked' : 'needed')
  if (!site.ok) return site
  const body = checkBody(request, deps.limits.publicBodyBytes)
  if (!body.ok) return body
  admit(request, { kind: 'visitor', address, cli })
  return { ok: true, value: { cookie: null } }
}

function admitCaller(deps: EdgeDeps, request: Request, address: string): Admitted {
  const given = credentialsOf(request, deps.cookies.name)
  switch (given.kind) {
    case 'none':
      return refuse('unauthenticated', 'nobody is known to ask this')
    case 'malformed':
      return refuse('unauthenticated', 'the credentials are malformed')
    case 'key':
      return admitKey(deps, request, address, given.secret)
    case 'token':
      return admitUser(deps, request, address, given)
  }
}

/** What it may ask is the app's to say, with everything else that it denies. */
function admitKey(deps: EdgeDeps, request: Request, address: string, secret: string): Admitted {
  const found = deps.apiKeys.resolve(secret)
  if (!found.ok) return found
  const asked = checkedAsk(deps, request, 'checked')
  if (!asked.ok) return asked
  admit(request, { kind: 'key', ...found.value, address })
  return { ok: true, value: { cookie: null } }
}

type Token = Extract<Credentials, { kind: 'token' }>

function admitUser(deps: EdgeDeps, request: Request, address: string, given: Token): Admitted {
  const found = deps.signIns.resolve(given.secret)
  if (!found.ok) return found
  const byCookie = given.via === 'cookie'
  const asked = checkedAsk(deps, request, byCookie ? 'needed' : 'checked')
  if (!asked.ok) return asked
  admit(request, { kind: 'user', ...found.value, address })
  const renew = byCookie && deps.signIns.renewCookie(found.value.signIn)
  return { ok: true, value: { cookie: renew ? deps.cookies.give(given.secret) : null } }
}

function checkedAsk(deps: EdgeDeps, request: Request, origin: 'needed' | 'checked'): Result<null> {
  const site = checkedSite(deps.site, request, origin)
  return site.ok ? checkBody(request, deps.limits.signedInBodyBytes) : site
}

const isReading = (request: Request): boolean => request.method === 'GET' || request.method === 'HEAD'

const checkedSite = (site: Site, request: Request, origin: 'needed' | 'checked'): Result<null> =>
  isReading(request) ? { ok: true, value: null } : site.checkChange(request, origin)

/** By its stated length; what states none while it has a body is not taken. */
function checkBody(request: Request, most: number): Result<null> {
  if (request.headers.has('transfer-encoding')) {
    return refuse('invalid_request', 'the body must state its length')
  }
  const length = Number(request.headers.get('content-length') ?? 0)
  return length <= most
    ? { ok: true, value: null }
    : refuse('body_too_large', `a body has at most ${most} bytes`, { most })
}

const answerOf = (error: AppError): Response =>
  Response.json(error.body(), { status: error.status, headers: { 'cache-control': 'no-store' } })

/**
 * What an agent can do, from its `initialize` result. Agents write a capability as a boolean, as a marker object or
 * as `{supported}`, under `agentCapabilities` or at the root; all are read, absent or null means no.
 */
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Capabilities } from './change.ts'
import { at, isFields, numberOf, wordsOf } from './json.ts'

export function readCapabilities(initializeResult: unknown): Capabilities {
  const roots = [
    at(initializeResult, 'agentCapabilities'),
    at(initializeResult, 'capabilities'),
    initializeResult,
  ]
  const has = (...path: string[]): boolean => roots.some((root) => said(at(root, ...path)))
  return {
    protocolVersion: numberOf(at(initializeResult, 'protocolVersion')) ?? 1,
    name: label(initializeResult, 'name'),
    version: label(initializeResult, 'version'),
    load: has('loadSession') || has('sessionCapabilities', 'load'),
    resume: has('sessionCapabilities', 'resume'),
    list: has('sessionCapabilities', 'list'),
    close: has('sessionCapabilities', 'close'),
    image: has('promptCapabilities', 'image'),
    mcpHttp: has('mcpCapabilities', 'http'),
    steering: has('_meta', 'steering') || has('steering'),
    providers: has('providers'),
  }
}

function said(capability: unknown): boolean {
  if (isFields(capability)) return capability.supported !== false
  return capability === true
}

function label(result: unknown, member: 'name' | 'version'): string | null {
  const text = wordsOf(at(result, 'agentInfo', member)) ?? wordsOf(at(result, 'info', member))
  return text === undefined ? null : cleanLabel(text)
}

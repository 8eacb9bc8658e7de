import { useRef } from 'preact/hooks'
import { randomText } from '../../shared/ids.ts'
import { usePage } from '../page.ts'

const KEY_CHARS = 26

/** Headers under which a body is applied once, however often it is sent because nobody heard the answer. */
export function useCommandKey(): (body: object) => { headers: { 'idempotency-key': string } } {
  const { random } = usePage()
  const last = useRef({ body: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: randomText(random, KEY_CHARS) }
    return { headers: { 'idempotency-key': last.current.key } }
  }
}

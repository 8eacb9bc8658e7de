/** A stand-in for claude's command line on a PATH of a test's own: it is signed in where `HOME/in` is there, or by a key. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `auth login` shows an address, waits for the code `good`, and leaves a process behind (its id in `HOME/left`). */
const SCRIPT = `#!/bin/sh
case "$1 $2" in
  "auth status")
    if [ -f "$HOME/in" ] || [ -n "$ANTHROPIC_API_KEY" ]; then echo '{"loggedIn": true}'
    else echo '{"loggedIn": false}'; exit 1; fi ;;
  "auth login")
    test -t 0 && test -t 1 || exit 9
    sleep 600 & echo $! > "$HOME/left"
    printf 'Key: %s\\r\\nOpen \\033]8;;https://login.example/go?x=1\\007this\\033]8;;\\007\\r\\n' "\${ANTHROPIC_API_KEY:-none}"
    printf 'javascript:alert(1) Paste the code: '
    read -r code
    if [ "$code" = good ]; then touch "$HOME/in"; echo Welcome; else echo Wrong; fi
    # A code of its own means nothing.
    exit 1 ;;
  "auth logout") rm -f "$HOME/in" ;;
esac
`

/** The PATH to give a daemon. */
export function fakeClaude(folder: string): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'claude'), SCRIPT)
  chmodSync(join(bin, 'claude'), 0o755)
  return `${bin}:/usr/bin:/bin`
}

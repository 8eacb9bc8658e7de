import { t } from '../locale/t.ts'

/** Which build of the page this is, for comparing. */
export function AboutPart() {
  return (
    <>
      <p class="section-words">{t('settings.build_words')}</p>
      <p class="build-hash">{buildHash()}</p>
    </>
  )
}

const buildHash = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="fairlead-build"]')?.content ?? ''

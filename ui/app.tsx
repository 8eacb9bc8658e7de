import { t } from './locale/t.ts'
import { type Page, PageProvider } from './page.ts'
import { Skeleton } from './parts/skeleton.tsx'
import { Shell } from './shell/shell.tsx'
import { FrontPage } from './sign-in/front-page.tsx'
import { LazyFront } from './sign-in/lazy-front.tsx'
import { NoDevice } from './sign-in/no-device.tsx'
import { RegisterDevice } from './sign-in/register-device.tsx'
import { SetUp } from './sign-in/set-up.tsx'
import { SignIn } from './sign-in/sign-in.tsx'
import { Unreachable } from './sign-in/unreachable.tsx'

/** The page: whoever is here, on whatever browser, sees what can be done next. */
export function App({ page }: { page: Page }) {
  return (
    <PageProvider value={page}>
      <Door page={page} />
    </PageProvider>
  )
}

function Door({ page: { state } }: { page: Page }) {
  const account = state.account.account.value
  switch (account.is) {
    case 'unknown':
      return (
        <FrontPage title={t('app.name')}>
          <Skeleton lines={2} />
        </FrontPage>
      )
    case 'unreachable':
      return <Unreachable code={account.code} />
    case 'signed_out':
      return <SignIn why={account.why} />
    case 'set_up':
      return <SetUp />
    case 'front':
      return <LazyFront front={account.front} />
    case 'signed_in': {
      if (account.device.is === 'missing') return <RegisterDevice name={account.user.name} />
      if (account.device.is === 'none') return <NoDevice />
      const machines = state.machines.value
      return machines && <Shell machines={machines} user={account.user} />
    }
  }
}

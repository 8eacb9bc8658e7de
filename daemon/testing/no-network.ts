/** The outside world of a daemon that has none: whoever reaches for it fails the test. */
import type { RemoteNetwork } from '../tunnel/remote.ts'

export const noNetwork: RemoteNetwork = {
  fetch: () => Promise.reject(new TypeError('there is no network here')),
  openSocket: () => {
    throw new TypeError('there is no network here')
  },
  isLoopback: () => true,
  addresses: () => '',
}

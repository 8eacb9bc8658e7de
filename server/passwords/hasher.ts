/** Password hashes: argon2id (RFC 9106) with m = 19 456 KiB, t = 2, p = 1, as PHC strings. */
export interface Hasher {
  hash(password: string): Promise<string>
  verify(password: string, hash: string): Promise<boolean>
  /** The hash of a password that nobody has: verifying against it takes as long as against any other. */
  readonly decoy: string
}

/** The default cost would be 64 MiB and half a second a hash. */
const COST = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

export const argonHasher: Hasher = {
  hash: (password) => Bun.password.hash(password, COST),
  verify: (password, hash) => Bun.password.verify(password, hash),
  decoy:
    '$argon2id$v=19$m=19456,t=2,p=1$EFyL6aLlfDceyeV6ySWaEyK//LFhQcdXQxVDUT0lMig$X84Y6SMou6gGz8teMXb9ZgKS8qcNanX26PD2a/t+3no',
}

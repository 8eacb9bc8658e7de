import { expect, test } from 'bun:test'
import { createHash, createHmac } from 'node:crypto'
import { equalInConstantTime } from './constant-time.ts'
import { lockCode, lockCommit, lockScan, pairProof, readLockCode } from './pairing.ts'
import { handshaken, hex, nodeEnd } from './testing/circuit-ends.ts'

const filled = (length: number, byte: number): Uint8Array => new Uint8Array(length).fill(byte)
const secret = filled(16, 1)
const hash = filled(32, 2)
const keys = { machine: filled(32, 3), device: filled(32, 4) }
const nM = filled(32, 5)
const nD = filled(32, 6)

test('a pairing proof is an HMAC over label, role and handshake hash', () => {
  const expected = createHmac('sha256', secret).update('fl-pair-1\0device\0').update(hash).digest('hex')
  expect(hex(pairProof(secret, hash, 'device'))).toBe(expected)
})

test('a proof holds for its role, secret and circuit only', async () => {
  const device = pairProof(secret, hash, 'device')
  const others = [pairProof(secret, hash, 'machine'), pairProof(filled(16, 9), hash, 'device')]
  for (const other of [...others, pairProof(secret, filled(32, 9), 'device')]) {
    expect(equalInConstantTime(device, other)).toBe(false)
  }
  const [one, two] = [
    await handshaken(nodeEnd.suite, nodeEnd.suite),
    await handshaken(nodeEnd.suite, nodeEnd.suite),
  ]
  const proof = pairProof(secret, one.device.handshakeHash, 'device')
  expect(equalInConstantTime(proof, pairProof(secret, one.machine.handshakeHash, 'device'))).toBe(true)
  expect(equalInConstantTime(proof, pairProof(secret, two.machine.handshakeHash, 'device'))).toBe(false)
})

test('a commitment is the SHA-256 of the nonce', () => {
  expect(hex(lockCommit(nM))).toBe(createHash('sha256').update(nM).digest('hex'))
})

test('a lock code is the first 50 bits of the HMAC, in ten characters', () => {
  const mac = createHmac('sha256', hash)
  for (const part of ['fl-code-1', nM, nD, keys.machine, keys.device]) mac.update(part)
  const bits = [...mac.digest()].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const expected = Array.from({ length: 10 }, (_, n) => {
    return '0123456789abcdefghjkmnpqrstvwxyz'[Number.parseInt(bits.slice(5 * n, 5 * n + 5), 2)]
  })
  expect(lockCode(hash, nM, nD, keys)).toBe(expected.join(''))
})

test('what a camera reads is the first sixteen bytes of the same under a label of its own', () => {
  const mac = createHmac('sha256', hash)
  for (const part of ['fl-scan-1', nM, nD, keys.machine, keys.device]) mac.update(part)
  expect(hex(lockScan(hash, nM, nD, keys))).toBe(mac.digest('hex').slice(0, 32))
})

test('every input of what a camera reads counts', () => {
  const scans = [
    lockScan(hash, nM, nD, keys),
    lockScan(filled(32, 9), nM, nD, keys),
    lockScan(hash, filled(32, 9), nD, keys),
    lockScan(hash, nM, filled(32, 9), keys),
    lockScan(hash, nD, nM, keys),
    lockScan(hash, nM, nD, { ...keys, machine: filled(32, 9) }),
    lockScan(hash, nM, nD, { ...keys, device: filled(32, 9) }),
  ]
  expect(new Set(scans.map(hex)).size).toBe(7)
})

test('every input of a lock code counts', () => {
  const codes = new Set([
    lockCode(hash, nM, nD, keys),
    lockCode(filled(32, 9), nM, nD, keys),
    lockCode(hash, filled(32, 9), nD, keys),
    lockCode(hash, nM, filled(32, 9), keys),
    lockCode(hash, nD, nM, keys),
    lockCode(hash, nM, nD, { ...keys, machine: filled(32, 9) }),
    lockCode(hash, nM, nD, { ...keys, device: filled(32, 9) }),
    lockCode(hash, nM, nD, { machine: keys.device, device: keys.machine }),
  ])
  expect(codes.size).toBe(8)
})

test('a code is read as a person types it, and as nothing else', () => {
  const code = lockCode(hash, nM, nD, keys)
  expect(readLockCode(code)).toBe(code)
  expect(readLockCode(` ${code.slice(0, 5).toUpperCase()}-${code.slice(5)} `)).toBe(code)
  expect(readLockCode('oOiIlL0123')).toBe('0011110123')
  for (const bad of ['', code.slice(1), `${code}0`, 'uuuuuuuuuu', 'ééééé01234'])
    expect(readLockCode(bad)).toBeNull()
})

test('a part of another length is a mistake of the caller', () => {
  const wrong = filled(31, 0)
  for (const mistake of [
    () => pairProof(wrong, hash, 'device'),
    () => pairProof(secret, wrong, 'device'),
    () => lockCommit(wrong),
    () => lockCode(wrong, nM, nD, keys),
    () => lockCode(hash, wrong, nD, keys),
    () => lockCode(hash, nM, wrong, keys),
    () => lockCode(hash, nM, nD, { ...keys, machine: wrong }),
    () => lockCode(hash, nM, nD, { ...keys, device: wrong }),
  ]) {
    expect(mistake).toThrow(RangeError)
  }
})

test('byte strings are equal only with every byte and the length the same', () => {
  expect(equalInConstantTime(filled(3, 1), filled(3, 1))).toBe(true)
  expect(equalInConstantTime(filled(0, 1), filled(0, 1))).toBe(true)
  expect(equalInConstantTime(filled(3, 1), filled(4, 1))).toBe(false)
  for (let at = 0; at < 3; at++) {
    const other = filled(3, 1)
    other[at] = 2
    expect(equalInConstantTime(filled(3, 1), other)).toBe(false)
  }
})

/**
 * Lengths that say little: a plaintext is its frames, and then zeros up to the next of five sizes. A frame never begins
 * with a zero byte, so the first zero where a frame would begin ends the plaintext; no length is sent. The receiver
 * does not look at the padding, which the tag covers like everything else.
 *
 * The last step is a Noise message's most, 65 519, rather than 64 KiB. Between 16 and 48 KiB several plaintexts of
 * 16 KiB cost less than one of 64, and bulk that goes on fills whole ones.
 */
import { CIRCUIT_PLAINTEXT_BYTES } from '../limits.ts'

const SMALL_STEP = 16 * 1024
const STEPS = [256, 1024, 4 * 1024, SMALL_STEP, CIRCUIT_PLAINTEXT_BYTES]

/**
 * The size that `bytes` of frames are sent at.
 * @throws RangeError past the largest plaintext.
 */
export function paddedSize(bytes: number): number {
  const step = STEPS.find((size) => bytes <= size)
  if (step === undefined) throw new RangeError(`${bytes} bytes do not fit a plaintext`)
  return step
}

/** How much to gather into the next plaintext while `waiting` bytes wait. */
export const gatherSize = (waiting: number): number =>
  waiting > SMALL_STEP && waiting <= 3 * SMALL_STEP ? SMALL_STEP : CIRCUIT_PLAINTEXT_BYTES

// Share of the machine's processor time that a suite took, so that `npm test` shows which suite waits and which works.
import os from 'node:os'

/** @typedef {{ busyMs: number, wholeMs: number }} CoreTime */

/** @param {os.CpuInfo[]} cores @returns {CoreTime} of all cores together, since the machine started */
function coreTime(cores) {
  const sum = (pick) => cores.reduce((total, { times }) => total + pick(times), 0)
  const wholeMs = sum((times) => Object.values(times).reduce((total, ms) => total + ms, 0))
  return { busyMs: wholeMs - sum(({ idle, nice }) => idle + nice), wholeMs }
}

/**
 * Watches from now on. Whatever else runs on the machine is in it, too, except what runs at a low priority: that takes
 * what is left over.
 * @param {() => os.CpuInfo[]} [cores]
 * @returns {() => number | undefined} the share until then, from 0 to 1; nothing where the system does not tell
 */
export function watchCores(cores = os.cpus) {
  const before = coreTime(cores())
  return () => {
    const after = coreTime(cores())
    const whole = after.wholeMs - before.wholeMs
    return whole > 0 ? (after.busyMs - before.busyMs) / whole : undefined
  }
}

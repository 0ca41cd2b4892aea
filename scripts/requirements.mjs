#!/usr/bin/env node
// Which requirements does a test name? `npm run requirements -- [area|ID-prefix …] [--missing]`
// A named id is only a claim: the test must fail without the feature.
import { parseOptions } from './lib/options.mjs'
import { namedIds, readRegister } from './lib/register.mjs'

const options = parseOptions(process.argv.slice(2), { flags: ['missing'] })
if (options.error) {
  console.error(`${options.error}\nnpm run requirements -- [area|ID-prefix …] [--missing]`)
  process.exit(2)
}
const rows = readRegister()
const named = namedIds()
const wanted = options.arguments
const inScope = rows.filter((row) => wanted.length === 0 || wanted.some((word) => row.area === word || row.id.startsWith(word)))
const areas = [...new Set(inScope.map((row) => row.area))]
for (const area of areas) {
  const list = inScope.filter((row) => row.area === area)
  const have = list.filter((row) => named.has(row.id))
  console.log(`${area.padEnd(12)} ${String(have.length).padStart(4)} of ${list.length}`)
  if (!options.missing) continue
  for (const row of list) if (!named.has(row.id)) console.log(`   ${row.id}  ${row.requirement}`)
}
const unknown = [...named.keys()].filter((id) => !rows.some((row) => row.id === id))
if (unknown.length > 0) console.log(`unknown ids in tests: ${unknown.join(' ')}`)
console.log(`${inScope.filter((row) => named.has(row.id)).length} of ${inScope.length} requirements are named by a test`)
process.exitCode = unknown.length > 0 ? 1 : 0

#!/usr/bin/env node
// `npm run reset`: removes local data (.data and, where the database had to stand elsewhere, that too). Asks nothing.
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findRunning } from './lib/instance.mjs'
import { dataDir } from './lib/paths.mjs'
import { placeOfCluster } from './lib/postgres.mjs'

const running = findRunning(dataDir)
if (running) {
  console.error(`e-events is running on this data (process ${running.pid}): end it first.`)
  process.exit(1)
}
if (!existsSync(dataDir)) {
  console.log('There is no local data.')
} else {
  const cluster = placeOfCluster(path.join(dataDir, 'postgres'))
  for (const folder of [cluster, dataDir]) rmSync(folder, { recursive: true, force: true })
  console.log(`Removed ${dataDir}. The next npm start begins anew.`)
}

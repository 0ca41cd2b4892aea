#!/usr/bin/env node
// Puts the mediasoup worker of this version at a path: `node scripts/fetch-worker.mjs /opt/mediasoup-worker` (Docker
// images).
import { chmodSync, copyFileSync } from 'node:fs'
import { findWorker } from './lib/worker.mjs'

const target = process.argv[2]
if (!target) {
  console.error('usage: fetch-worker.mjs TARGET')
  process.exit(2)
}
let last = ''
const note = (text) => {
  if (text !== last) console.log(text)
  last = text
}
copyFileSync(await findWorker(note), target)
chmodSync(target, 0o755)

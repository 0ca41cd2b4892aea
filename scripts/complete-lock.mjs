#!/usr/bin/env node
// After `npm install` against a registry without the packages of other systems: puts them back into package-lock.json.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { completeLock } from './lib/lockfile.mjs'
import { root } from './lib/paths.mjs'

const file = path.join(root, 'package-lock.json')
const { lock, added } = completeLock(JSON.parse(readFileSync(file, 'utf8')))
if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length > 0 ? `added ${added.join(', ')}` : 'package-lock.json is complete')

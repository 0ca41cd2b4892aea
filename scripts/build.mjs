#!/usr/bin/env node
// Builds the web app and the studio's browser app where their sources changed (`--force`: always).
import { apps, buildApp } from './lib/builds.mjs'
import { Advice, createProgress } from './lib/progress.mjs'

const progress = createProgress()
try {
  for (const name of Object.keys(apps))
    await progress.step(name, (note) => buildApp(name, { note, force: process.argv.includes('--force') }))
} catch (error) {
  console.error(error instanceof Advice ? error.message : error.stack)
  process.exitCode = 1
}

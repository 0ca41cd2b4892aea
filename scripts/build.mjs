#!/usr/bin/env node
// Builds the apps that are named, or all (api, sfu, transcoder, web, studio), where their sources changed (`--force`:
// always).
import { apps, buildApp } from './lib/builds.mjs'
import { Advice, createProgress } from './lib/progress.mjs'

const progress = createProgress()
try {
  const named = process.argv.slice(2).filter((argument) => argument !== '--force')
  const unknown = named.find((name) => !Object.hasOwn(apps, name))
  if (unknown) throw new Advice(`There is no app "${unknown}": ${Object.keys(apps).join(', ')}`)
  for (const name of named.length > 0 ? named : Object.keys(apps))
    await progress.step(name, (note) => buildApp(name, { note, force: process.argv.includes('--force') }))
} catch (error) {
  console.error(error instanceof Advice ? error.message : error.stack)
  process.exitCode = 1
}

#!/usr/bin/env node
// Type-checks every project of the tree, two at a time: each has its own tsconfig because each may see other globals
// (no DOM in the services, no Node in shared/src). Ends with a failure if any project has an error. The compiler would
// give each project four checkers that work out the shared types again, each for itself (decision
// one-checker-per-project).
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
export const projects = [
  'shared/src',
  'shared/client',
  'shared/node',
  'shared/rtc',
  'shared/ui',
  'api',
  'sfu',
  'transcoder',
  'web',
  'studio',
  'tests',
  'scripts',
]

if (import.meta.main ?? process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2)
  const queue = (wanted.length > 0 ? wanted : projects).filter((project) => existsSync(path.join(root, project, 'tsconfig.json')))
  let failed = 0
  const work = async () => {
    for (let project = queue.shift(); project; project = queue.shift()) {
      const started = Date.now()
      const { code, output } = await check(project)
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${project.padEnd(12)} ${seconds} s\n${output}`)
      if (code !== 0) failed += 1
    }
  }
  await Promise.all([work(), work()])
  if (failed > 0) console.error(`${failed} of the projects have type errors`)
  process.exitCode = failed > 0 ? 1 : 0
}

/** @param {string} project @returns {Promise<{ code: number, output: string }>} */
function check(project) {
  return new Promise((resolve) => {
    const child = spawn(path.join(root, 'node_modules/.bin/tsc'), ['-p', project, '--checkers', '1', '--pretty', 'false'], { cwd: root })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: `${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

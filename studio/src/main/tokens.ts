import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { writeAtomically } from './settings.ts'

/** Electron's safeStorage: the system's key store (Keychain, DPAPI, libsecret) holds the key. */
export interface KeyStore {
  isEncryptionAvailable(): boolean
  encryptString(text: string): Buffer
  decryptString(encrypted: Buffer): string
  /** Linux without a keyring answers 'basic_text': a key that everybody knows. */
  getSelectedStorageBackend?(): string
}

export interface TokenStore {
  load(): Promise<string | null>
  /** Answers whether it will outlive the application. */
  save(token: string): Promise<{ secure: boolean }>
  clear(): Promise<void>
}

/**
 * The refresh token in the system key store (LIVE-008). Without a real one it stays in memory: logging in again after a
 * restart is better than a token that any program can read.
 */
export function createTokenStore(keys: KeyStore, folder: string): TokenStore {
  const file = path.join(folder, 'session.bin')
  let memory: string | null = null
  const secure = () => keys.isEncryptionAvailable() && keys.getSelectedStorageBackend?.() !== 'basic_text'
  return {
    async load() {
      if (memory !== null || !secure()) return memory
      try {
        memory = keys.decryptString(await readFile(file))
      } catch {
        // No file, or another system's key: log in again.
        memory = null
      }
      return memory
    },
    async save(token) {
      memory = token
      if (!secure()) return { secure: false }
      await writeAtomically(file, keys.encryptString(token))
      return { secure: true }
    },
    async clear() {
      memory = null
      await rm(file, { force: true })
    },
  }
}

import { defineConfig, type ViteUserConfig } from 'vitest/config'

// Each test starts the command as a person does, several times; on a busy machine that takes its time.
const config: ViteUserConfig = defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000 } })

export default config

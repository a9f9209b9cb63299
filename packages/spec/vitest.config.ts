import { defineConfig, type ViteUserConfig } from 'vitest/config'

// Generating takes a second on a free machine; under a full build it must not fail for being slow.
const config: ViteUserConfig = defineConfig({ test: { testTimeout: 60_000 } })
export default config

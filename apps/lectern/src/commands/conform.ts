import { createConformCommand } from '@lectern/conformance/command'
import type { Command } from 'commander'

/** `lectern conform`: judges an endpoint by the document, or by recorded exchanges. */
export const command: Command = createConformCommand('conform')

export {
  inventExecutions,
  simulateBeacon,
  simulatedNetwork,
  type SimulatedExecution,
  type Simulation,
  type UpdateChoice,
} from './simulation.ts'
export {
  type BeaconResponse,
  type BeaconServer,
  type BeaconServerOptions,
  serveBeacon,
  toConfigFile,
} from './beacon-server.ts'

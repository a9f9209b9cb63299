export {
  inventExecutions,
  simulateBeacon,
  simulatedNetwork,
  type SimulatedExecution,
  type Simulation,
  type UpdateChoice,
} from './simulation.ts'

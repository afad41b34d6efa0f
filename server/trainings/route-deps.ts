import type { RouteDeps } from '../http/app.ts'
import type { TrainingDeps } from './mails/training-events.ts'

/** Dependencies of routes that may write to clients and trainers */
export type TrainingRouteDeps = RouteDeps & TrainingDeps

import { parentPort, workerData } from 'node:worker_threads'
import { type EventHistories, runEventModel } from './event-model.ts'

const { connectionString, ...histories } = workerData as EventHistories & { connectionString: string }
parentPort?.postMessage(await runEventModel(connectionString, histories))

import { parentPort, workerData } from 'node:worker_threads'
import { runTrainingModel, type TrainingHistories } from './training-model.ts'

const { connectionString, ...histories } = workerData as TrainingHistories & { connectionString: string }
parentPort?.postMessage(await runTrainingModel(connectionString, histories))

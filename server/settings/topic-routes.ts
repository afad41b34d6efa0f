import { rights } from '../../contracts/roles.ts'
import { topicsRead, topicsUpdate } from '../../contracts/topics.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { addSettingsRoutes } from './settings-routes.ts'
import { listTopics, writeTopics } from './topics.ts'

export const addTopicRoutes = (app: App, { db }: RouteDeps): void =>
  addSettingsRoutes(app, db, {
    read: topicsRead,
    update: topicsUpdate,
    setting: 'topics',
    reader: rights.work,
    load: listTopics,
    save: (tx, { topics }) => writeTopics(tx, topics),
    show: async (topics) => ({ topics }),
  })

import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./core/server/db/schema/*.ts', './features/*/schema.ts', './features/*/schema/*.ts'],
  out: './core/server/db/migrations',
})

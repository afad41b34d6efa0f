import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

/** Creates a database without any tables in the cluster of another one, and returns its connection string. */
export async function createEmptyDatabase(beside: string): Promise<string> {
  const name = `empty_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: beside })
  await client.connect()
  await client.query(`create database ${name} template template0`).finally(() => client.end())
  const url = new URL(beside)
  url.pathname = `/${name}`
  return url.href
}

/** Connects to a new database without any tables, until the test ends. */
export async function connectToEmptyDatabase() {
  const connectionString = await createEmptyDatabase(inject('templateUrl'))
  const client = new pg.Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  return { client, connectionString }
}

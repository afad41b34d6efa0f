import type { Registry } from 'prom-client'

export type CreateGauge = Awaited<ReturnType<typeof createGauges>>

/** Returns a function that creates gauges, with the names of their labels. */
export async function createGauges(registers: Registry[]) {
  const { Gauge } = await import('prom-client')
  return <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })
}

/** What both ends of a bench's circuit have agreed on. */
export const BENCH = { issuer: 'a_bench', machine: 'm_bench', capability: 'm_bench/u_1/d_1/k_1' } as const

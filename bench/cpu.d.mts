export const cpuIsKnown: boolean;
export function readCpu(of: { serverPid: number; postmasterPid: number }): {
  server: number;
  database: number;
  everything: number;
  driver: number;
};

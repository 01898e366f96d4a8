import { type CustomTypesConfig, types } from "pg";

/** Reads `int8` as a number: every one that is stored is at most 2^53-1. All other types are read as node-postgres does. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === types.builtins.INT8 ? readInteger : types.getTypeParser(id, format),
};

/** An integer of 64 bits as a number. @throws RangeError if it does not fit */
export function readInteger(integer: string | bigint): number {
  const value = Number(integer);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${integer} does not fit into a number`);
}

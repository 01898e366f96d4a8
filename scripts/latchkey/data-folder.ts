/** The data folder of this shell. */
export const dataFolder = (): string => process.env.DATA_DIR || ".data";

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import type { Pool } from "pg";

/** Files of a Prisma schema: name and text. */
export type Datamodels = [name: string, text: string][];

type ScriptOptions = {
  /** SQL that runs in the transaction of each migration, at its end. */
  afterScript?: string;
  /** Takes the error of a migration from the driver; the engine rephrases it and keeps no code. */
  onFailure?: (thrown: unknown) => void;
};

type EngineOptions = ScriptOptions & { datamodels?: Datamodels };

/**
 * Prisma's schema engine as WebAssembly, on a separate pool. Prisma's command line downloads its engine, which does not
 * work without internet access.
 *
 * @returns The engine; the caller frees it.
 */
export async function openSchemaEngine(
  pool: Pool,
  { datamodels, ...scripts }: EngineOptions,
): Promise<bindings.SchemaEngine> {
  await loadWebAssembly();
  const adapter = bindMigrationAwareSqlAdapterFactory(new WholeScriptPg(pool, scripts));
  return bindings.SchemaEngine.new({ datamodels }, ignoreLog, adapter);
}

/**
 * PrismaPg splits a script at every semicolon, even inside function bodies and strings, and runs the pieces one by one.
 * Sent whole, a migration is one transaction, as with Prisma's own engine.
 */
class WholeScriptPg extends PrismaPg {
  readonly #options: ScriptOptions;

  constructor(pool: Pool, options: ScriptOptions) {
    super(pool);
    this.#options = options;
  }

  override async connect(): ReturnType<PrismaPg["connect"]> {
    const adapter = await super.connect();
    adapter.executeScript = async (script) => {
      const { afterScript = "", onFailure } = this.#options;
      try {
        await adapter.executeRaw({ sql: `${script}\n;${afterScript}`, args: [], argTypes: [] });
      } catch (thrown) {
        onFailure?.(thrown);
        throw thrown;
      }
    };
    return adapter;
  }
}

/** Errors are thrown as well, so the engine's own log is redundant. */
function ignoreLog(): void {}

let loading: Promise<void> | undefined;

/** The package imports its `.wasm` as a module, which Node 20 does not support, so it is instantiated here. */
function loadWebAssembly(): Promise<void> {
  loading ??= (async () => {
    const entry = createRequire(import.meta.url).resolve(
      "@prisma/schema-engine-wasm/schema_engine_bg",
    );
    const bytes = await readFile(entry.replace(/\.js$/, ".wasm"));
    const { instance } = await WebAssembly.instantiate(bytes, {
      "./schema_engine_bg.js": { ...bindings },
    });
    bindings.__wbg_set_wasm(instance.exports);
    const start = instance.exports.__wbindgen_start;
    if (typeof start === "function") start();
  })();
  return loading;
}

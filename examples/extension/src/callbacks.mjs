import { forgetOnlineSessions, recordEvent } from "./company-record.mjs";
import { writeLog } from "./log.mjs";

/**
 * The functions that the SDK calls. This is where your extension does its work on install and uninstall.
 * @param {object} config from readConfig
 * @param {import("./file-storage.mjs").FileStorage} storage
 */
export function createCallbacks(config, storage) {
  return {
    /** After each launch, once the tokens are there. Returns where the browser goes next. */
    async auth(req) {
      const { company_id, id } = req.fdkSession;
      await recordEvent(storage, company_id, "launched", id);
      writeLog(`company ${company_id} launched this extension`);
      return `${config.baseUrl}/?company_id=${company_id}`;
    },

    /** After an administrator's install: an offline token but no browser. */
    async auto_install(req) {
      await recordEvent(storage, req.body.company_id, "installed");
      writeLog(`company ${req.body.company_id}: installed by an administrator`);
    },

    /** The SDK has deleted the offline token; delete anything else you keep about the company here. */
    async uninstall(req) {
      await forgetOnlineSessions(storage, req.body.company_id);
      await recordEvent(storage, req.body.company_id, "removed");
      writeLog(`company ${req.body.company_id} removed this extension; its tokens are deleted`);
    },
  };
}

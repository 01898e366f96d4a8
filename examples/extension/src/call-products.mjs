const PRODUCTS_PATH = "/service/application/catalog/v1.0/products/";

/**
 * Reads the first page of the catalog with the client's token.
 * @param {object} client the SDK's PlatformClient
 * @returns {Promise<{status: number, items?: object[], message?: string, request_id?: string}>} the platform's
 * response, including errors; status 502 if there was none
 */
export async function callProducts(client) {
  try {
    const body = await client.request({ method: "get", url: PRODUCTS_PATH });
    // The SDK returns only the body, and only on success: a read returns 200.
    return { status: 200, items: body.items ?? [] };
  } catch (error) {
    return describeError(error);
  }
}

/**
 * Turns an error of the SDK into what can be shown.
 * @param {Error} error thrown by a call of the SDK
 * @returns {{status: number, message: string, request_id?: string}}
 * @throws the same error if it is not an answer of the platform
 */
export function describeError(error) {
  if (error.name !== "FDKServerResponseError") throw error;
  if (typeof error.code !== "number") {
    return { status: 502, message: `The platform did not respond: ${error.code}` };
  }
  return { status: error.code, message: error.message, request_id: error.details?.request_id };
}

/**
 * The keys that open the palette, as they are called on this machine.
 * @param control what the Control key is called in the language of the page
 * @param platform `navigator.platform`
 */
export function commandKeys(control: string, platform: string): string[] {
  return [/^(?:Mac|iPhone|iPad)/.test(platform) ? "⌘" : control, "K"];
}

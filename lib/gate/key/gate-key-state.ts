import { type GateKeyState, readGateKeyState } from "@/lib/gate/key/key-state-repository";

/** Whether gate keys fail, or will. The caller authorizes. */
export function gateKeyState(): Promise<GateKeyState> {
  return readGateKeyState();
}

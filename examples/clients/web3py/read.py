"""Reads a chain with web3.py, `Web3(HTTPProvider(url))`, and prints a JSON line for the chain and one for each block."""

import json
import sys

import rlp
from eth_account import Account
from eth_account.typed_transactions import TypedTransaction
from hexbytes import HexBytes
from web3 import HTTPProvider, Web3

from to_json import to_json

w3 = Web3(HTTPProvider(sys.argv[1]))


def minimal(value):
    """A number as RLP writes it."""
    return value.to_bytes((value.bit_length() + 7) // 8, "big")


HEADER = [
    "parentHash", "sha3Uncles", "miner", "stateRoot", "transactionsRoot", "receiptsRoot", "logsBloom", "difficulty",
    "number", "gasLimit", "gasUsed", "timestamp", "extraData", "mixHash", "nonce",
    # Later forks
    "baseFeePerGas", "withdrawalsRoot", "blobGasUsed", "excessBlobGas", "parentBeaconBlockRoot", "requestsHash",
    "blockAccessListHash", "slotNumber",
]  # fmt: skip


def field(value):
    return minimal(value) if isinstance(value, int) else bytes(HexBytes(value))


def hash_header(block):
    return w3.keccak(rlp.encode([field(block[name]) for name in HEADER if name in block]))


def encode_legacy(tx, signature):
    to = HexBytes(tx["to"]) if tx["to"] is not None else b""
    numbers = [minimal(tx[name]) for name in ("nonce", "gasPrice", "gas")]
    return rlp.encode([*numbers, bytes(to), minimal(tx["value"]), bytes(tx["input"]), *signature])


def encode(tx):
    """The signed transaction's bytes, from its decoded fields."""
    r, s = int.from_bytes(tx["r"], "big"), int.from_bytes(tx["s"], "big")
    if tx["type"] == 0:
        return HexBytes(encode_legacy(tx, [minimal(tx["v"]), minimal(r), minimal(s)]))
    names = (
        "type", "chainId", "nonce", "gasPrice", "maxPriorityFeePerGas", "maxFeePerGas", "gas", "to", "value",
        "accessList", "maxFeePerBlobGas", "blobVersionedHashes", "authorizationList",
    )  # fmt: skip
    fields = {name: tx[name] for name in names if name in tx}
    if "maxFeePerGas" in fields:
        del fields["gasPrice"]
    if fields["to"] is None:
        fields["to"] = b""
    fields["accessList"] = [dict(entry) for entry in fields["accessList"]]
    if "authorizationList" in fields:
        fields["authorizationList"] = [
            {**a, "r": int.from_bytes(HexBytes(a["r"]), "big"), "s": int.from_bytes(HexBytes(a["s"]), "big")}
            for a in fields["authorizationList"]
        ]
    signature = {"v": tx["yParity"], "r": r, "s": s}
    return TypedTransaction.from_dict({**fields, "data": tx["input"], **signature}).encode()


def compute(tx):
    raw = encode(tx)
    return {"hash": to_json(w3.keccak(raw)), "from": Account.recover_transaction(raw)}


assert w3.is_connected()
head = w3.eth.block_number
print(
    json.dumps(
        {
            "chainId": to_json(w3.eth.chain_id),
            "blockNumber": to_json(head),
            "networkId": w3.net.version,
            "clientVersion": w3.client_version,
        }
    )
)
for number in range(head + 1):
    block = w3.eth.get_block(number, True)
    hashes = [tx["hash"] for tx in block["transactions"]]
    reading = {
        "block": to_json(block),
        "byHash": to_json(w3.eth.get_block(block["hash"])),
        "transactions": [to_json(w3.eth.get_transaction(hash)) for hash in hashes],
        "receipts": [to_json(w3.eth.get_transaction_receipt(hash)) for hash in hashes],
        "computed": {
            "block": {"hash": to_json(hash_header(block))},
            "transactions": [compute(tx) for tx in block["transactions"]],
        },
    }
    print(json.dumps(reading), flush=True)

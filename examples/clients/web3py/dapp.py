"""A dapp with web3.py, `Web3(HTTPProvider(url))` as with any node: prints a JSON line for each step."""

import json
import sys
import time

from eth_account import Account
from web3 import HTTPProvider, Web3
from web3.exceptions import ContractLogicError, TransactionNotFound
from web3.middleware import SignAndSendRawMiddlewareBuilder

from to_json import to_json

url, key, abi, bytecode = sys.argv[1:]
w3 = Web3(HTTPProvider(url))
account = Account.from_key(key)
w3.middleware_onion.inject(SignAndSendRawMiddlewareBuilder.build(account), layer=0)
w3.eth.default_account = account.address


def step(**members):
    print(json.dumps(to_json(members)), flush=True)


def sent(hash):
    transaction = w3.eth.get_transaction(hash)
    try:
        receipt = w3.eth.get_transaction_receipt(hash)
    except TransactionNotFound:
        receipt = None
    step(sent=hash, blockNumber=transaction.get("blockNumber"), nonce=transaction["nonce"], receipt=receipt)


def wait(hash):
    """Waits for a receipt. Its block must not be above the latest one."""
    receipt = w3.eth.wait_for_transaction_receipt(hash, poll_latency=0.05)
    assert w3.eth.block_number >= receipt["blockNumber"]
    return receipt


new_blocks = w3.eth.filter("latest")
watched = []


def watch(head):
    while not watched or watched[-1] < head:
        watched.extend(w3.eth.get_block(hash)["number"] for hash in new_blocks.get_new_entries())
        time.sleep(0.02)


deployment = w3.eth.contract(abi=json.loads(abi), bytecode=bytecode).constructor().transact()
sent(deployment)
deployed = wait(deployment)
step(deployed=deployed)
contract = w3.eth.contract(deployed["contractAddress"], abi=json.loads(abi))

for value in (42, 43):
    gas = contract.functions.set(value).estimate_gas()
    hash = contract.functions.set(value).transact()
    sent(hash)
    receipt = wait(hash)
    stored = contract.functions.get().call()
    step(gas=gas, receipt=receipt, stored=stored, transaction=w3.eth.get_transaction(hash))

try:
    refused = w3.eth.call({"to": contract.address, "data": "0x12345678"})
except ContractLogicError as error:
    refused = error.message
watch(3)
step(
    refused=refused,
    logs=contract.events.Stored().get_logs(from_block=0),
    blocks=[w3.eth.get_block(number) for number in range(4)],
    watched=watched,
    nonce=w3.eth.get_transaction_count(account.address),
    balance=w3.eth.get_balance(account.address),
    code=w3.eth.get_code(contract.address),
)

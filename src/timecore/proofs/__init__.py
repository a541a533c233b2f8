"""Proofs of one thing: a single draw, or a single field that was hidden (``docs/format.md``, section 10).

A proof is a small JSON file. It shows what it is about and nothing else, and is checked against a copy of the
record, however little that copy shows.
"""

from timecore.proofs._checking import Proven, check_proof
from timecore.proofs._form import DrawProof, FieldProof, Proof, proof_from_json
from timecore.proofs._making import prove_draw, prove_field

__all__ = [
    "DrawProof",
    "FieldProof",
    "Proof",
    "Proven",
    "check_proof",
    "proof_from_json",
    "prove_draw",
    "prove_field",
]

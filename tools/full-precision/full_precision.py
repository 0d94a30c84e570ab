"""full_precision.py FROM TO: makes of an ONNX model of 8 bits one of full precision with the same weights.

Where activations are quantised while the model runs (DynamicQuantizeLinear, MatMulInteger, and the products of their scales), the inputs are multiplied with
the weights as floats instead. Everything else stays as it is.
"""

import sys

import numpy as np
import onnx
from onnx import helper, numpy_helper


def only(items):
    (item,) = items
    return item


def full_precision(graph):
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    maker = {name: node for node in graph.node for name in node.output}
    users = {}
    for node in graph.node:
        for name in node.input:
            users.setdefault(name, []).append(node)

    def floats(name):
        return numpy_helper.to_array(tensors[name]).astype(np.float32)

    instead, superfluous = {}, set()
    for product in [node for node in graph.node if node.op_type == "MatMulInteger"]:
        activations, weights, _, zero_point = product.input
        cast = only(users[product.output[0]])
        scaled = only(users[cast.output[0]])
        scales = maker[only(name for name in scaled.input if name != cast.output[0])]
        scale = only(name for name in scales.input if name in tensors)
        matrix = numpy_helper.from_array((floats(weights) - floats(zero_point)) * floats(scale), weights + "_float")
        graph.initializer.append(matrix)
        quantiser = maker[activations]
        instead[id(scaled)] = helper.make_node("MatMul", [quantiser.input[0], matrix.name], list(scaled.output), name=matrix.name)
        superfluous.update(map(id, (product, cast, scales, quantiser)))
    nodes = [instead.get(id(node), node) for node in graph.node if id(node) not in superfluous]
    needed = {name for node in nodes for name in node.input}
    left = [tensor for tensor in graph.initializer if tensor.name in needed]
    for field, items in ((graph.node, nodes), (graph.initializer, left)):
        del field[:]
        field.extend(items)


model = onnx.load(sys.argv[1])
full_precision(model.graph)
onnx.checker.check_model(model)
onnx.save(model, sys.argv[2])
